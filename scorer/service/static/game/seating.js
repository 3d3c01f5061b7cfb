// A hand that is entered by its players' names: who has which wind follows from the hands before it, as soon as
// those are counted.

import { make } from "../keypad/elements.js";
import { _ } from "../words.js";

const RESTS = "rests";

/** A field that the form sends along, in place of any that it has of this name. */
export function put(form, name, value) {
  for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) field.remove();
  form.append(make("input", { type: "hidden", name, value }));
}

/** The form calls everybody by their names and says who they are: the names by seat. */
export function seatPlayers(form, seated, names) {
  put(form, "seated", Object.entries(seated).map((pair) => pair.join(":")).join(" "));
  const called = Object.fromEntries(Object.entries(seated).map(([seat, player]) => [seat, names[player]]));
  for (const [seat, name] of Object.entries(called)) {
    put(form, `${seat.toLowerCase()}.name`, name);
    const places = [`.segment > input[value="${seat}"] + span`, `option[value="${seat}"]`, `#player-title-${seat}`];
    for (const place of form.querySelectorAll(places.join(", "))) place.textContent = name;
  }
  return called;
}

/** Where five play, a list offers who does not sit in this hand; the choice stays in the address: the players by seat. */
export function askWhoRests(place, seated, names) {
  const sitting = Object.values(seated);
  const usual = Object.keys(names).find((player) => !sitting.includes(player));
  if (!usual) return seated;
  const address = new URL(location.href);
  const chosen = address.searchParams.get(RESTS);
  const rests = chosen in names ? chosen : usual;
  const choices = Object.entries(names).map(([value, text]) => make("option", { value, text, selected: value === rests ? "" : undefined }));
  const select = make("select", {}, ...choices);
  select.addEventListener("change", () => {
    address.searchParams.set(RESTS, select.value);
    location.replace(address);
  });
  place.append(make("label", { text: _("Does not sit:") }, " ", select));
  return Object.fromEntries(Object.entries(seated).map(([seat, player]) => [seat, player === rests ? usual : player]));
}

// Niceties only: every page works without this file.

const canonical = document.querySelector('link[rel="canonical"]');
if (canonical) {
  const { pathname, search } = new URL(canonical.href);
  history.replaceState(null, "", pathname + search + location.hash);
}

for (const form of document.querySelectorAll("form.sheet-form")) {
  form.addEventListener("formdata", (event) => {
    for (const [name, value] of [...event.formData]) {
      if (value === "") event.formData.delete(name);
    }
  });
}

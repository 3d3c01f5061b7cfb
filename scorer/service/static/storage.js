// Whether the browser may delete by itself what this phone holds.

/** Requests storage that is not cleared by itself. Nobody waits for the answer: Firefox shows a prompt
    that its user may leave open for ever. */
export function requestPersistence() {
  navigator.storage?.persist?.().catch(() => {});
}

/** Whether the browser has granted that. */
export const isPersistent = async () => Boolean(await navigator.storage?.persisted?.().catch(() => false));

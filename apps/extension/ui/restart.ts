/** Reloads the extension, which closes its pages. */
export const restart = (): void => chrome.runtime.reload()

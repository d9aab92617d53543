/** Loads the extension anew; its pages close. */
export const restart = (): void => chrome.runtime.reload()

/** Texts of the extension's pages, read from its own words, so that no copy of a text becomes stale here. */

/**
 * Returns an English text of the extension.
 * @param topic a file in `locales/en`
 * @param name an export of it, such as `popup.enrich`
 */
const english = async (topic: string, name: string): Promise<string> => {
  // The path is computed, because the types of these modules need those of a browser's extension.
  const url = new URL(`../../../../apps/extension/locales/en/${topic}.ts`, import.meta.url)
  const words: unknown = await import(url.href)
  const text = name
    .split(".")
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], words)
  if (typeof text !== "string") throw new Error(`The extension has no text ${name} in locales/en/${topic}.ts`)
  return text
}

/** The texts that the pictures wait for or press. A test reads them all. */
export const pictureWords = async () => ({
  enrich: await english("popup", "popup.enrich"),
  offer: await english("popup", "popup.nothingSent"),
  outOfReach: await english("panel", "panel.outOfReach"),
  back: await english("panel", "panel.back")
})

/** Texts by name, but for one of them. */
export const without = (texts: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([one]) => one !== name))

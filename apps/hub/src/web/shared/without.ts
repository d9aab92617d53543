/** Returns a copy of a record without one key. */
export const without = (texts: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).filter(([one]) => one !== name))

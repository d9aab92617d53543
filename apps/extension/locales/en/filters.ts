/** Filters of triggers. Plugins describe them in English; other languages translate their names by id. */

/** By `<plugin>.<filter>`. */
export const filterNames: Readonly<Record<string, string>> = {}

/** Translates a plugin's hint about a filter's values, or its sentence about why an event would not start the agent. */
export const filterText = (english: string): string => english

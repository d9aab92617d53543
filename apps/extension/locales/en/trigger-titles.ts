/** Titles of triggers, which the hub gives in English: other languages have them by their ids. */
export const triggerTitles: Readonly<Record<string, string>> = {}

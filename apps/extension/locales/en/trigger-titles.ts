/** Titles of triggers. The hub gives them in English; other languages translate them by id. */
export const triggerTitles: Readonly<Record<string, string>> = {}

/** Titles of events in repositories that this browser watches. */
export const seenTitles = {
  issue: "New issue",
  pullRequest: "New pull request",
  runFailed: "Run failed",
  mention: "Mentioned"
}

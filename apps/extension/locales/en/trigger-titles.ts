/** Titles of triggers, which the hub gives in English: other languages have them by their ids. */
export const triggerTitles: Readonly<Record<string, string>> = {}

/** Titles of what is seen in a repository that is watched from here. */
export const seenTitles = {
  issue: "New issue",
  pullRequest: "New pull request",
  runFailed: "Run failed",
  mention: "Mentioned"
} as const

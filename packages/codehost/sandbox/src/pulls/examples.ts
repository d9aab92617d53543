// Example inputs of the tool steps that work with pull requests.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_create_pull_request: {
    match: [
      {
        ...widgets,
        title: "Fix typos",
        head: "docs/typos",
        base: "main",
        draft: true,
        reviewers: ["ada"],
        team_reviewers: ["docs"]
      }
    ],
    noMatch: [
      { ...widgets, title: "From nowhere", head: "no-such-branch" },
      { ...widgets, title: "Once more", head: "feature/a/b" }
    ]
  },
  codehost_get_reviewers: {
    match: [
      { ...widgets, pull_number: 13 },
      { ...widgets, pull_number: 14 }
    ],
    noMatch: [
      { ...widgets, pull_number: 1 },
      { ...widgets, pull_number: 999_999 }
    ]
  }
}

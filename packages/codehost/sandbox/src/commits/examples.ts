// Example inputs of the tool steps that work with commits.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_get_commit: {
    match: [
      { ...widgets, ref: "main" },
      { ...widgets, ref: "feature/a/b", detail: "patch" },
      { ...widgets, ref: "v1.0.0", detail: "stats" }
    ],
    noMatch: [
      { ...widgets, ref: "0".repeat(40) },
      { owner: "mona", repo: "empty", ref: "main" }
    ]
  },
  codehost_list_commits: {
    match: [
      widgets,
      { ...widgets, sha: "feature/a/b", author: "ada" },
      { ...widgets, path: "src/widget.ts", since: "2025-02-01T00:00:00Z", until: "2026-01-01T00:00:00Z" }
    ],
    noMatch: [
      { ...widgets, sha: "no-such-branch" },
      { ...widgets, author: "margaret" },
      { owner: "mona", repo: "empty" }
    ]
  }
}

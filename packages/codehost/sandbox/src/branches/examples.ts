// Example inputs of the tool step that creates branches.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_create_branch: {
    match: [
      { ...widgets, branch: "feature/oil" },
      { ...widgets, branch: "feature/glow/more", source: "feature/a/b" }
    ],
    noMatch: [
      { ...widgets, branch: "feature/a/b" },
      { ...widgets, branch: "new", source: "no-such-branch" },
      { owner: "mona", repo: "empty", branch: "new" }
    ]
  }
}

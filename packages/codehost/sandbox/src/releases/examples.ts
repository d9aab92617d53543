// Example inputs of the tool step that lists releases.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

export const examples: Readonly<Record<string, Examples>> = {
  codehost_list_releases: {
    match: [{ owner: "acme", repo: "widgets" }],
    noMatch: [
      { owner: "mona", repo: "dotfiles" },
      { owner: "acme", repo: "no-such-repository" }
    ]
  }
}

// Example inputs of the tool step that searches.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

export const examples: Readonly<Record<string, Examples>> = {
  codehost_search_issues_and_pull_requests: {
    match: [
      { q: "repo:acme/widgets is:issue is:open label:bug" },
      { q: "repo:acme/widgets is:pr is:merged", limit: 5 }
    ],
    noMatch: [{ q: "repo:acme/widgets no-such-word-anywhere" }, { q: "repo:acme/no-such-repository is:open" }]
  }
}

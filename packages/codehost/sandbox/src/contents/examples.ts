// Example inputs of the tool steps that work with files and folders.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_get_repository_content: {
    match: [
      { ...widgets, path: "README.md" },
      { ...widgets, path: "src", ref: "feature/a/b" },
      { ...widgets, path: "docs/a guide/über uns.md" },
      { ...widgets, path: "assets/catalogue.bin" },
      widgets
    ],
    noMatch: [
      { ...widgets, path: "no/such/file.txt" },
      { ...widgets, path: "README.md", ref: "no-such-branch" },
      { owner: "mona", repo: "empty" }
    ]
  },
  codehost_create_or_update_file_contents: {
    match: [
      { ...widgets, path: "notes/today.md", content: "# Today\n", message: "Add notes" },
      { ...widgets, path: "docs/turning.md", content: "# Turning\n\nSlowly.\n", branch: "feature/a/b" },
      { owner: "mona", repo: "empty", path: "README.md", content: "# No longer empty\n" }
    ],
    noMatch: [
      { ...widgets, path: "README.md", content: "Over it\n", sha: "0".repeat(40) },
      { ...widgets, path: "README.md", content: "Nowhere\n", branch: "no-such-branch" },
      { owner: "acme", repo: "old-widgets", path: "README.md", content: "Too late\n" }
    ]
  }
}

// Example inputs of the tool steps that work with gists.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

import { firstGistId } from "./seed.ts"

export const examples: Readonly<Record<string, Examples>> = {
  codehost_create_gist: {
    match: [
      { files: { "hello.md": "# Hello\n" }, description: "A first gist" },
      { files: { "one.txt": "one\n", "two.txt": "two\n" }, public: true }
    ],
    noMatch: [{ files: { "empty.txt": "" } }]
  },
  codehost_update_gist: {
    match: [
      { gist_id: firstGistId, description: "A greeting in three languages", files: { "hello.sh": "echo hello\n" } },
      { gist_id: firstGistId, files: { "hello.py": null } }
    ],
    noMatch: [{ gist_id: "0".repeat(32), description: "Nowhere" }]
  },
  codehost_list_gists_for_a_user: {
    match: [{ username: "mona" }, { username: "hubot", since: "2026-01-01T00:00:00Z" }],
    noMatch: [{ username: "no-such-person" }]
  }
}

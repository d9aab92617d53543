import * as Schema from "effect/Schema"

import { Gist } from "../schema/Gist.ts"
import * as Names from "../schema/names.ts"
import { flag, texts } from "./parts/filters.ts"
import { newestFirst } from "./parts/newest-first.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { ACCOUNT_PLACE } from "./parts/targets.ts"
import { pollWay, triggerOf } from "./parts/trigger.ts"

const NewGist = Schema.Struct({
  gist_id: Schema.String,
  actor: Schema.optionalKey(Schema.String),
  url: Schema.String,
  description: Schema.optionalKey(Schema.String),
  public: Schema.Boolean,
  /** File names. */
  files: Schema.Array(Schema.String)
})
type NewGist = typeof NewGist.Type

export const newGist = triggerOf({
  id: "codehost_new_gist",
  title: "New gist",
  category: "Other",
  description: "A gist has been created in the account, or by another user whose public gists are watched.",
  output: NewGist,
  target: Schema.Struct({
    username: Schema.optionalKey(Names.login("Whose public gists; default: the account's own, including secret ones"))
  }),
  place: ({ username }) => (username === undefined ? ACCOUNT_PLACE : `users/${username}`.toLowerCase()),
  filters: {
    file: texts("file", "Name of a file, e.g. *.md", ({ files }: NewGist) => files),
    public: flag("It is public.", "It is secret.", (data: NewGist) => data.public)
  },
  possible: [pollWay({ source: "gists" })],
  // The service lists gists by creation time, newest first.
  poll: newestFirst({
    endpoint: ({ username }) =>
      username === undefined ? "/gists?per_page=100" : `/users/${encodeURIComponent(username)}/gists?per_page=100`,
    item: Gist,
    timeOf: (gist) => gist.created_at,
    toFact: (gist): Fact<NewGist> => ({
      id: gist.id,
      at: gist.created_at,
      data: {
        gist_id: gist.id,
        ...present({ actor: gist.owner?.login, description: gist.description || undefined }),
        url: gist.html_url,
        public: gist.public,
        files: Object.keys(gist.files)
      },
      causes: [gist.html_url]
    })
  })
})

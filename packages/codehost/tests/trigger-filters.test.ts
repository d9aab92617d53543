/**
 * Checks that each filter of each trigger looks at its own field. A row has the fields of the event of the trigger's
 * example that differ here, so that no two fields have the same value; and by filter, a value that the event passes and
 * one that it does not.
 */
import type { Occurrence } from "@inlay/agent-plugin/Trigger"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { exampleOf } from "./events.ts"

/** A trigger's fixture: an event, and the occurrences that it becomes. */
interface Example {
  readonly expect: readonly [Occurrence<object>]
}

type Filters = Readonly<Record<string, readonly [passes: unknown, fails: unknown]>>

const inRepository: Filters = { repository: ["widgets", "gears"], actor: ["ada", "linus"] }

const thread: Filters = {
  ...inRepository,
  label: ["bug", "docs"],
  assignee: ["linus", "ada"],
  author: ["grace", "ada"],
  title: ["Change*", "Issue*"],
  mentions_me: [true, false]
}
const threadData = { author: "grace", title: "Change 2", assignees: ["linus"], mentions_me: true }

const pullRequest: Filters = {
  ...thread,
  branch: ["main", "feature/**"],
  head: ["feature/**", "main"],
  draft: [true, false],
  status: ["closed", "draft"]
}
const pullRequestData = { ...threadData, draft: true, status: "closed" }

const branches: Filters = { branch: ["feature/**", "main"] }

const completed: Filters = {
  ...inRepository,
  outcome: ["failed", "other"],
  conclusion: ["timed_out", "failed"],
  workflow: ["CI", "test"],
  ...branches
}
const completedData = { conclusion: "timed_out" }

const TRIGGERS: Readonly<Record<string, readonly [data: object, filters: Filters]>> = {
  new_branch: [{}, { ...inRepository, ...branches }],
  new_card_in_column: [{}, { actor: ["ada", "Oil it"], note: ["Oil*", "ada"], content: ["note", "issue"] }],
  new_collaborator: [{}, { ...inRepository, username: ["linus", "ada"], permission: ["write", "read"] }],
  new_comment: [
    { path: "src/a.ts" },
    {
      ...inRepository,
      on: ["pull_request", "issue"],
      number: [2, 21],
      path: ["src/*", "docs/*"],
      mentions_me: [true, false]
    }
  ],
  new_commit: [
    { author: "grace" },
    { ...inRepository, path: ["*.md", "*.ts"], ...branches, author: ["grace", "ada"], message: ["Commit*", "main"] }
  ],
  new_discussion: [{}, { ...inRepository, discussion_category: ["general", "Talk 2"], mentions_me: [false, true] }],
  new_discussion_comment: [
    {},
    {
      ...inRepository,
      discussion_category: ["general", "Talk 2"],
      number: [2, 92],
      reply: [true, false],
      mentions_me: [true, false]
    }
  ],
  new_fork: [{}, inRepository],
  new_gist: [{}, { file: ["*.md", "*.ts"], public: [true, false] }],
  new_issue: [threadData, thread],
  new_label_on_issue: [{ ...threadData, labels: ["docs"] }, thread],
  new_mention: [{}, { ...inRepository, on: ["comment", "issue"] }],
  new_pull_request: [pullRequestData, { ...pullRequest, action: ["opened", "ready_for_review"] }],
  new_pull_request_review: [
    {},
    { ...inRepository, outcome: ["approved", "commented"], branch: ["main", "feature/**"], number: [2, 41] }
  ],
  new_push: [
    { deleted: true },
    {
      ...inRepository,
      path: ["src/**", "docs/**"],
      ...branches,
      ref_type: ["branch", "tag"],
      deleted: [true, false],
      created: [false, true],
      forced: [false, true]
    }
  ],
  new_release: [{}, { ...inRepository, tag: ["v1.*", "v2.*"], prerelease: [true, false] }],
  new_repository: [
    { private: true },
    {
      repository: ["gears", "widgets"],
      actor: ["ada", "acme"],
      private: [true, false],
      fork: [false, true],
      owner: ["acme", "ada"]
    }
  ],
  new_review_request: [
    pullRequestData,
    { ...pullRequest, reviewer: ["grace", "ada"], reviewer_type: ["user", "team"], requests_me: [true, false] }
  ],
  new_star: [{}, inRepository],
  new_tag: [{}, { ...inRepository, tag: ["v1.*", "v2.*"] }],
  new_watcher: [{}, inRepository],
  project_item_status_changed: [
    {},
    {
      to: ["Done", "Todo"],
      from: ["Todo", "Done"],
      actor: ["ada", "acme"],
      project_number: [4, 13],
      content_type: ["Issue", "PullRequest"]
    }
  ],
  updated_issue: [
    threadData,
    {
      ...thread,
      changed: [
        ["milestone", "status"],
        ["title", "body", "labels", "assignees"]
      ],
      action: ["closed", "status"]
    }
  ],
  updated_pull_request: [
    { ...pullRequestData, merged: false },
    {
      ...pullRequest,
      changed: [
        ["milestone", "status"],
        ["title", "body", "base", "commits", "labels", "assignees"]
      ],
      action: ["closed", "status"],
      merged: [false, true]
    }
  ],
  workflow_job_completed: [completedData, { ...completed, job: ["test", "CI"] }],
  workflow_run_completed: [completedData, { ...completed, event: ["push", "schedule"] }]
}

describe.each(plugin.triggers.map((trigger) => [trigger.id.slice("codehost_".length), trigger] as const))(
  "%s",
  (name, trigger) => {
    const [data, filters] = TRIGGERS[name] ?? [{}, {}]
    const [event] = (exampleOf(trigger.fixture.replace("events/", "")) as unknown as Example).expect
    const occurrence = { ...event, data: { ...event.data, ...data } }

    it("has a row for each of its filters", () => {
      const { fields } = trigger.filters as Schema.Struct<Schema.Struct.Fields>
      expect(Object.keys(filters).toSorted()).toEqual(Object.keys(fields).toSorted())
    })

    it.each(Object.entries(filters))("is filtered by %s", (filter, [passes, fails]) => {
      const isFilter = Schema.is(trigger.filters)
      expect([isFilter({ [filter]: passes }), isFilter({ [filter]: fails })]).toEqual([true, true])
      expect(trigger.accepts({ [filter]: passes }, occurrence)).toBe(true)
      expect(trigger.accepts({ [filter]: fails }, occurrence)).toEqual(expect.stringMatching(/\.$/))
    })
  }
)

import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Contents from "../client/contents/Contents.ts"
import { fieldsOf } from "../wire/reasons/service-words.ts"

/**
 * Agents cannot pass an empty `content`, because empty texts count as left out. An `encoding` without `content`
 * therefore means an empty file.
 */
const withEmptyContent = <I>(input: I): I => {
  const { content, edits, encoding } = fieldsOf(input)
  return content === undefined && edits === undefined && encoding !== undefined ? { ...input, content: "" } : input
}

const put = Operation.without(Contents.put, ["author", "committer"])

const operation = { ...put, problems: (input: unknown) => put.problems(withEmptyContent(input)) }

export const createOrUpdateFileContents = ToolStep.over(operation, {
  id: "codehost_create_or_update_file_contents",
  title: "Create or Update File Contents",
  description:
    "Write a file as one commit: edits replace parts, content all of it. With the sha that you read, a file that changed since is left alone; without it, an existing file is replaced unless overwrite is false.",
  hints: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.contents.put(withEmptyContent(input)))
})

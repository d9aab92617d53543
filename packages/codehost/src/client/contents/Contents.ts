/**
 * Files and folders of a repository. Callers use text; requests use base64. A write replaces only the version of the
 * file that was read, never a change that somebody else made in between.
 */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import { invalid, type Conflict, type ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"

import {
  Content,
  ContentPath,
  FileChange,
  FileDeletion,
  FileWrite,
  WrittenFile,
  type Edit
} from "../../schema/Content.ts"
import { contentProblem, toWire, type FileEncoding } from "../../wire/base64.ts"
import { trimSlashes, inRepository, segments, withQuery } from "../../wire/endpoint.ts"
import { afterChange, explain, writing, type Http } from "../../wire/requests.ts"
import { decoder, operation, providerError } from "../../wire/service.ts"
import { blobReader, contentReader } from "./file-content.ts"
import { pathStateReader } from "./path-state.ts"

/** Contents of a repository. */
export interface Contents {
  /**
   * `GET /repos/{owner}/{repo}/contents/{path}`: a file with its content (files from 1 to 100 MB are read by their
   * blob), a folder with its entries, or a symbolic link or submodule with its target.
   */
  readonly get: (input: ContentPath) => Effect.Effect<Content, ProviderError>
  /**
   * `PUT /repos/{owner}/{repo}/contents/{path}`. Fails with `Conflict` and writes nothing if the file is not the one of
   * `sha`, if it changed between the look-up and the write, if its branch moved in the meantime, if a rule forbids the
   * write, or if something else is in the way: a folder, a symbolic link (the error names its target), a submodule, or
   * a file where the path has a folder.
   */
  readonly put: (input: FileWrite) => Effect.Effect<FileChange, ProviderError>
  /** `DELETE /repos/{owner}/{repo}/contents/{path}`, with the same checks as `put`. */
  readonly delete: (input: FileDeletion) => Effect.Effect<FileChange, ProviderError>
}

/** Requires either content or edits, and content that is valid in its encoding. */
const oneWay: Operation.Across = ({ content, edits, encoding }) => {
  if (content === undefined && edits !== undefined) {
    return encoding === undefined ? [] : [{ field: "encoding", message: "applies to content, not to edits" }]
  }
  if (edits !== undefined) return [{ field: "", message: "content and edits must not both be given" }]
  if (content === undefined) return [{ field: "content", message: "is required unless edits are given" }]
  if (typeof content !== "string") return []
  const problem = contentProblem(content, encoding as FileEncoding | undefined)
  return problem === undefined ? [] : [{ field: "content", message: problem }]
}

export const get = operation({ name: "contents.get", input: ContentPath, output: Content })

export const put = operation({ name: "contents.put", input: FileWrite, output: FileChange, across: oneWay })

export const remove = operation({ name: "contents.delete", input: FileDeletion, output: FileChange })

const at = ({ path = "", ...repository }: ContentPath) =>
  inRepository(repository, `/contents/${segments(trimSlashes(path))}`)

const encoder = new TextEncoder()

const bytesOf = (text: string): string => atob(Base64.encode(encoder.encode(text)))

/** Whether every line ends with a carriage return and a line feed. */
const hasWindowsLines = (file: string): boolean => file.includes("\r\n") && !/(^|[^\r])\n/.test(file)

const windowsLines = (text: string): string => text.replace(/\r?\n/g, "\r\n")

/** How often a part occurs: 0, 1, or 2 for more than once. */
const timesIn = (file: string, part: string): number => {
  const first = file.indexOf(part)
  if (first === -1) return 0
  return file.indexOf(part, first + 1) === -1 ? 1 : 2
}

/**
 * Returns the file's base64 after the edits, or the edit that cannot be made and why. All other bytes stay, whatever the
 * encoding and line endings: the file is processed as a string with one character per byte.
 */
const applyEdits = (
  wire: string,
  edits: ReadonlyArray<Edit>
): { readonly wire: string } | { readonly field: string; readonly message: string } => {
  let file = atob(wire.replace(/\s/g, ""))
  const adapt = hasWindowsLines(file) ? windowsLines : (text: string) => text
  for (const [index, edit] of edits.entries()) {
    const old = bytesOf(adapt(edit.old))
    const times = timesIn(file, old)
    if (times !== 1) {
      const message =
        times === 0
          ? "is not in the file; it must match the file's text exactly, blanks included, except for line ends"
          : "occurs more than once in the file; give more of the text around it"
      return { field: `edits.${index}.old`, message }
    }
    const start = file.indexOf(old)
    file = file.slice(0, start) + bytesOf(adapt(edit.new)) + file.slice(start + old.length)
  }
  return { wire: btoa(file) }
}

/** Returns a better reason for the conflict of a write to `path`. Nothing was written in any of these cases. */
const writeConflict = (path: string, branch: string | undefined, reason: Conflict): Conflict => {
  switch (reason.because) {
    case "changed":
      return {
        ...reason,
        what: `${path} has changed since it was read${branch === undefined ? "" : ` on ${branch}`}: ${reason.what}`,
        remedy: { to: "readAgain" },
        nothing: "changed"
      }
    case "overtaken":
      return {
        ...reason,
        what: `${branch ?? "The default branch"} moved in the meantime: ${reason.what}`,
        remedy: { to: "retry" },
        nothing: "changed"
      }
    default:
      return { ...reason, nothing: "changed" }
  }
}

export const make = (http: Http): Contents => {
  const read = contentReader(http, get.name)

  const write = (
    name: string,
    method: "PUT" | "DELETE",
    input: FileDeletion | FileWrite,
    body: Readonly<Record<string, unknown>>
  ) => {
    const { owner, repo, path, branch, author, committer } = input
    return http
      .call({
        operation: name,
        method,
        endpoint: at({ owner, repo, path }),
        lookAt: `${trimSlashes(path)} on ${branch ?? "the default branch"} of ${owner}/${repo}`,
        body: defined({ ...body, branch, author, committer })
      })
      .pipe(explain("Conflict", (reason) => writeConflict(path, branch, reason)))
  }

  const changeOf = (name: string, path: string, answer: Answer) =>
    afterChange(decoder(name, WrittenFile)(answer)).pipe(
      Effect.map(({ content, commit }): FileChange =>
        defined({
          created: answer.status === 201,
          path: trimSlashes(path),
          sha: content?.sha,
          html_url: content?.html_url ?? undefined,
          commit
        })
      )
    )

  const toPut = pathStateReader(http, put.name)
  const readBlob = blobReader(http, put.name)

  const noFile = (name: string, { path, branch }: FileDeletion | FileWrite) =>
    providerError(name, {
      _tag: "NotFound",
      what: `There is no file ${trimSlashes(path)}${branch === undefined ? "" : ` on ${branch}`}.`,
      remedy: { to: "checkNames" }
    })

  /** Returns the content to write as base64. */
  const wireOf = Effect.fnUntraced(function* (input: FileWrite, sha: string | undefined) {
    if (input.edits === undefined) return toWire(input.content ?? "", input.encoding)
    if (sha === undefined) return yield* noFile(put.name, input)
    const outcome = applyEdits(yield* readBlob(input, sha), input.edits)
    return "wire" in outcome ? outcome.wire : yield* invalid("codehost", put.name, [outcome])
  })

  const putFile = Effect.fnUntraced(function* (input: FileWrite) {
    const current = yield* toPut.pathState(input, input.path, input.branch)
    if (current.kind === "taken") return yield* providerError(put.name, current.reason)
    if (current.kind === "symlink") return yield* yield* toPut.linkReason(input, input.path, current.sha)
    if (current.kind === "file" && input.sha === undefined && input.overwrite === false && input.edits === undefined) {
      return yield* providerError(put.name, {
        _tag: "Conflict",
        what: `${trimSlashes(input.path)} exists already and is only replaced if its sha is given.`,
        because: "exists",
        remedy: { to: "chooseAnotherName" },
        nothing: "changed"
      })
    }
    const sha = input.sha ?? (current.kind === "file" ? current.sha : undefined)
    const answer = yield* write(put.name, "PUT", input, {
      message: input.message ?? `${sha === undefined ? "Create" : "Update"} ${trimSlashes(input.path)}`,
      content: yield* wireOf(input, sha),
      sha
    })
    return yield* changeOf(put.name, input.path, answer)
  })

  const toRemove = pathStateReader(http, remove.name)

  const removeFile = Effect.fnUntraced(function* (input: FileDeletion) {
    const current = yield* toRemove.pathState(input, input.path, input.branch)
    if (current.kind === "taken") return yield* providerError(remove.name, current.reason)
    const sha = input.sha ?? (current.kind === "nothing" ? undefined : current.sha)
    if (sha === undefined) return yield* noFile(remove.name, input)
    const answer = yield* write(remove.name, "DELETE", input, {
      message: input.message ?? `Delete ${trimSlashes(input.path)}`,
      sha
    })
    return yield* changeOf(remove.name, input.path, answer)
  })

  return {
    get: Operation.method(get, (input) =>
      Effect.flatMap(
        http.call({ operation: get.name, method: "GET", endpoint: withQuery(at(input), { ref: input.ref }) }),
        ({ body }) => read(input, trimSlashes(input.path ?? ""), body)
      )
    ),
    put: Operation.method(put, writing(http, put.name, putFile)),
    delete: Operation.method(remove, writing(http, remove.name, removeFile))
  }
}

// The store over HTTP. What asks for a file is written down with the API's calls: to see what was sent along.

import { type Handler, send } from "@inlay/sandbox-kit/wire"

import { anonymous } from "../frame/rate-limits.ts"
import { storagePath } from "../records/urls.ts"
import type { SandboxState } from "../state.ts"

/** `path` is what comes after `/codehost-storage/`. */
export const storageHandler =
  ({ journal, storage }: SandboxState): Handler =>
  (req, res, path) => {
    const call = journal.open({
      atMillis: Date.now(),
      method: req.method ?? "GET",
      path: `${storagePath}/${path}`,
      // A signature is as good as a token while it lasts.
      query: "",
      operation: null,
      token: anonymous,
      headerNames: Object.keys(req.headers),
      conditional: false,
      fault: null,
      status: null
    })
    res.once("close", () => journal.close())
    const answer = storage.answer(req, path)
    call.status = answer.status
    send(res, answer)
  }

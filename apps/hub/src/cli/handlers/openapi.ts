/** `inlay openapi`: prints JSON with or without `--json`. */
import * as OpenApi from "effect/http-api/OpenApi"

import { Api } from "../../agents/http/api/Api.ts"
import { stringify } from "../../terminal/json-text.ts"
import type { Report } from "../report.ts"

const document = OpenApi.fromApi(Api)

export const openapi: Report = { ok: true, json: document, text: () => stringify(document) }

/**
 * Puts the exports of a chunk on a line of their own. publint distinguishes ES modules from CommonJS by text, and does
 * not recognise an `export` that follows a bracket, so chunks that contain CommonJS packages would count as CommonJS
 * (https://publint.dev/rules).
 */
import type { TsdownPlugin } from "tsdown"

const EXPORTS = /(?<=[^\s;])(?=export\s*\{[^{}]*\};?\s*$)/

export const withExportLine = (code: string): string => code.replace(EXPORTS, "\n")

export const exportLine: TsdownPlugin = {
  name: "export-line",
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk") chunk.code = withExportLine(chunk.code)
  }
}

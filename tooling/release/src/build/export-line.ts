/**
 * What a chunk exports, on a line of its own. publint tells ES modules from CommonJS by text, and does not see an `export`
 * that follows a bracket; chunks that hold CommonJS packages would count as such (https://publint.dev/rules).
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

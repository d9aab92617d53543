/** Writes the beginning of a value's JSON, for errors and lists, without serialising the rest. */

/**
 * Returns the beginning of the value as JSON, or of a text as it is. The result may be slightly longer than `chars`; if
 * it is, it may be incomplete.
 * @param chars how many characters are wanted
 */
export const jsonBeginning = (value: unknown, chars: number): string => {
  if (typeof value === "string") return value.slice(0, chars + 1)
  let out = ""
  const write = (node: unknown): void => {
    if (out.length > chars) return
    if (typeof node === "string") out += JSON.stringify(node.slice(0, chars + 1))
    else if (typeof node !== "object" || node === null) out += JSON.stringify(node) ?? "null"
    else if (Array.isArray(node)) {
      out += "["
      for (let n = 0; n < node.length && out.length <= chars; n++) {
        if (n > 0) out += ","
        write(node[n])
      }
      out += "]"
    } else {
      const start = out.length
      for (const key in node) {
        if (out.length > chars) break
        const item: unknown = Reflect.get(node, key)
        if (item === undefined) continue
        out += `${out.length === start ? "{" : ","}${JSON.stringify(key.slice(0, chars + 1))}:`
        write(item)
      }
      out += out.length === start ? "{}" : "}"
    }
  }
  write(value)
  return out
}

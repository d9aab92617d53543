/** The same call for the command line, an agent, or a program. */
import { useState } from "preact/hooks"

import { Copyable } from "../shared/Copyable.tsx"
import { Tabs } from "../shared/Tabs.tsx"
import { cli, code, mcp, type Call } from "./snippets.ts"
import { tools as words } from "./words.ts"

const WAYS = { cli: words.cli, mcp: words.mcp, code: words.code } as const
const TEXTS = { cli, mcp, code } as const

export const Elsewhere = ({ call }: { readonly call: Call }) => {
  const [way, setWay] = useState<keyof typeof WAYS>("cli")
  return (
    <section class="panel" aria-labelledby="elsewhere">
      <h2 id="elsewhere">{words.use}</h2>
      <Tabs label={words.use} tabs={WAYS} chosen={way} onChoose={setWay} />
      <Copyable text={TEXTS[way](call)} label={WAYS[way]} />
    </section>
  )
}

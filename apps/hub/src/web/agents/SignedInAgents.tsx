/** Agents that signed in by the browser: who each says it is, where its sign-in went, and what its user let it do. */
import { visible } from "@inlay/ui/text/visible"

import { at } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { AgentList } from "../api/types.ts"
import { Empty } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { Searched } from "../shared/Searched.tsx"
import { Shortened } from "../shared/Shortened.tsx"
import { Time } from "../shared/Time.tsx"
import { grantText } from "./grant-text.ts"
import { RevocableRow } from "./RevocableRow.tsx"
import { agents as words } from "./words.ts"

/** More would hide what is below them. */
const FIRST = 10

const sinceUse = ({ lastUsedAt, createdAt }: AgentList["agents"][number]) => -Date.parse(lastUsedAt ?? createdAt)

export const SignedInAgents = () => {
  const [loaded, load] = useLoaded<AgentList>("/api/agents")
  return (
    <section class="panel" aria-labelledby="signed-in">
      <h2 id="signed-in">{words.signedIn}</h2>
      <Ready loaded={loaded} onRetry={load}>
        {({ agents }) =>
          agents.length === 0 ? (
            <Empty text={words.noneSignedIn} />
          ) : (
            <Searched
              items={agents}
              textOf={({ name, redirectHost, grant }) => [name, redirectHost, grantText(grant)].join(" ")}
              noun="agent"
            >
              {(some) => (
                <Shortened items={some} count={FIRST} by={sinceUse} words={words.lastUsed}>
                  {(few) => (
                    <ul class="accounts">
                      {few.map((agent) => (
                        <RevocableRow
                          key={agent.id}
                          holder={agent}
                          question={words.sure(agent.name)}
                          path={at`/api/agents/${agent.id}`}
                          onRevoked={load}
                        >
                          {words.sentTo(visible(agent.redirectHost))}
                          {" · "}
                          {words.since} <Time at={agent.createdAt} />
                        </RevocableRow>
                      ))}
                    </ul>
                  )}
                </Shortened>
              )}
            </Searched>
          )
        }
      </Ready>
    </section>
  )
}

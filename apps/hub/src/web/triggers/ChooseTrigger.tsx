/** The available triggers by category: the first step of a new subscription. */
import { visible } from "@inlay/ui/text/visible"

import { useLoaded } from "../api/loading.ts"
import type { Trigger, TriggerList } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Identifier } from "../shared/Identifier.tsx"
import { Empty, Page } from "../shared/Page.tsx"
import { Ready } from "../shared/Ready.tsx"
import { Searched } from "../shared/Searched.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { triggers as words } from "./words.ts"

const Categories = ({ triggers }: { readonly triggers: ReadonlyArray<Trigger> }) => (
  <>
    {[...Map.groupBy(triggers, ({ category }) => category)].map(([category, all]) => (
      <section key={category} class="stack tight" aria-label={category}>
        <h2 class="panel-title">{visible(category)}</h2>
        <ul class="tool-list">
          {all.map(({ id, title, description, ways }) => (
            <li key={id}>
              <a href={linkTo("triggers", "new", id)}>
                <strong>{visible(title)}</strong>
                <span class="quiet">
                  <TextWithCode text={description} />
                </span>
              </a>
              <div class="effects">
                <span class="mark">
                  <Identifier text={ways[0] ?? ""} />
                </span>
              </div>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)

export const ChooseTrigger = () => {
  const [loaded, load] = useLoaded<TriggerList>("/api/triggers")
  return (
    <Page title={words.choose} lead={words.chooseLead} actions={<a href={linkTo("triggers")}>{words.all}</a>}>
      <Ready loaded={loaded} onRetry={load}>
        {({ triggers }) =>
          triggers.length === 0 ? (
            <Empty text={words.noTriggers}>
              <a class="button primary" href={linkTo("integrations")}>
                {words.connect}
              </a>
            </Empty>
          ) : (
            <Searched
              items={triggers}
              textOf={({ title, description, category }) => `${title} ${description} ${category}`}
              noun="trigger"
            >
              {(matches) => <Categories triggers={matches} />}
            </Searched>
          )
        }
      </Ready>
    </Page>
  )
}

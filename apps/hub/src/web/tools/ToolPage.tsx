/** The page of one tool step: what it does, and the form that runs it. */
import { visible } from "@inlay/ui/text/visible"

import { at } from "../api/client.ts"
import { useLoaded } from "../api/loading.ts"
import type { Details } from "../api/types.ts"
import { linkTo } from "../route.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Page } from "../shared/Page.tsx"
import { Effects } from "./Effects.tsx"
import { RunForm } from "./RunForm.tsx"
import { tools as words } from "./words.ts"

export const ToolPage = ({ id }: { readonly id: string }) => {
  const [loaded, load] = useLoaded<Details>(at`/api/tools/${id}`)
  const back = <a href={linkTo("tools")}>{words.back}</a>
  if (loaded.state === "failed") {
    return (
      <Page title={id} actions={back}>
        <Failure error={loaded.error} onRetry={load}>
          {loaded.error.known?.slice(0, 1).map((near) => (
            <a key={near} class="button" href={linkTo("tools", near)}>
              {near}
            </a>
          ))}
        </Failure>
      </Page>
    )
  }
  if (loaded.value === undefined) return <Loading />
  const tool = loaded.value
  return (
    <Page title={tool.title} lead={visible(tool.description)} actions={back}>
      <Effects tool={tool} />
      <RunForm tool={tool} />
    </Page>
  )
}

/** The sections that apply to the page, in the order of their names, each as soon as all are loaded. */
import { useEffect, useState } from "preact/hooks"

import type { Page, Section } from "./section.ts"

type Views = ReadonlyArray<Awaited<ReturnType<Section["view"]>>>

export const Sections = ({ of, page }: { readonly of: ReadonlyArray<Section>; readonly page: Page }) => {
  const [views, setViews] = useState<Views>([])
  useEffect(() => {
    void Promise.all(of.filter(({ applies }) => applies(page.address)).map(({ view }) => view())).then(setViews)
  }, [of, page.address])
  return (
    <>
      {views.map(({ View }, i) => (
        <View key={i} {...page} />
      ))}
    </>
  )
}

/** The judge of search responses. A separate module, so that programs that never search do not bundle it. */
import { judgeOf, lookupJudges } from "./judges.ts"
import { locatePeople, tellsOfPeople, type SearchPage } from "./reading/search-page.ts"

export const judgeSearch = judgeOf<SearchPage>({
  places: /^(people|contacts|persons|profiles|leads|prospects|person|contact)$/,
  locate: (body, _question, weakly) => {
    const page = weakly ? undefined : locatePeople(body)
    return page && { reading: { value: page, sources: {}, drift: [], checkedOn: undefined }, isComplete: true }
  },
  holdsUnread: tellsOfPeople
})

export const allJudges = { ...lookupJudges, search: judgeSearch }

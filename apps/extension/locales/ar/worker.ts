import type * as en from "../en/worker.ts"
import { plural } from "./plural.ts"

export const mark: typeof en.mark = {
  unknownCharges: (count) =>
    plural(count, {
      one: "استعلام واحد بقي بلا إجابة وربما احتُسب",
      two: "استعلامان بقيا بلا إجابة وربما احتُسبا",
      few: `${count} استعلامات بقيت بلا إجابة وربما احتُسبت`,
      many: `${count} استعلامًا بقي بلا إجابة وربما احتُسب`,
      other: `${count} استعلام بقي بلا إجابة وربما احتُسب`
    }),
  seen: (count) =>
    plural(count, {
      zero: "لا جديد في المستودعات التي تراقبها",
      one: "أمر جديد واحد في المستودعات التي تراقبها",
      two: "أمران جديدان في المستودعات التي تراقبها",
      few: `${count} أمور جديدة في المستودعات التي تراقبها`,
      many: `${count} أمرًا جديدًا في المستودعات التي تراقبها`,
      other: `${count} أمر جديد في المستودعات التي تراقبها`
    }),
  unreachable: "لم يعد من الممكن قراءة مستودع تراقبه",
  broken: "تعذّرت قراءة شيء من Inlay: افتح الإعدادات",
  away: "يتعذّر الوصول إلى إحدى الخدمات الآن"
}

export const menu: typeof en.menu = {
  link: "عرض هذا الرابط في Inlay",
  repository: "فتح هذا المستودع في Inlay",
  page: "فتح Inlay بجانب الصفحة"
}

export const notified: typeof en.notified = {
  many: (count) =>
    plural(count, {
      zero: "لا أحداث جديدة",
      one: "حدث جديد واحد",
      two: "حدثان جديدان",
      few: `${count} أحداث جديدة`,
      many: `${count} حدثًا جديدًا`,
      other: `${count} حدث جديد`
    })
}

import type * as en from "../en/page-line.ts"

export const pageLine: typeof en.pageLine = {
  show: "العرض كسطر في هذه الصفحة",
  shown: "يظهر في الصفحة.",
  notShown: "لا تسمح الصفحة بذلك.",
  always: (host) => `دائمًا على ${host}`,
  denied: (host) => `لا يسمح المتصفح لـ Inlay بدخول صفحات ${host}.`,
  title: "سطر في صفحات المستودعات",
  lead: "آخر تشغيل وعمليات بدء الوكلاء والمراجعات المطلوبة منك تظهر في كل صفحة مستودع على هذه المضيفات.",
  end: (host) => `إيقافه على ${host}`
}

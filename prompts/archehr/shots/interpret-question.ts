/** Worked examples written for this project; they share no case with the demo data. */
export const interpretShots = [
  {
    message:
      "Hello, my uncle had a big clot in his leg last spring and they put him on warfarin but then at the hospital they switched him over to apixaban and nobody told us anything. He bruises so easy I am scared to even hug him. Was the switch really needed??",
    question: "Why was he switched from warfarin to apixaban for deep vein thrombosis?",
  },
  {
    message:
      "I went in because I kept throwing up and my sugar was through the roof. They kept poking my finger every hour and had me on an insulin drip for two days, I missed my daughters recital. what on earth was wrong with me",
    question: "What caused her vomiting and hyperglycemia that required an insulin infusion?",
  },
  {
    message:
      "sorry for the long note. My wife had the gallbladder out in the summer, then a stent in the bile duct, and now she itches day and night and takes cholestyramine. I keep reading scary things online. Do they plan to take this stent out and when?",
    question: "When is removal of her bile duct stent planned after cholecystectomy?",
  },
] as const;

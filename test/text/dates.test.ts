import { describe, expect, it } from "vitest";
import { findDates } from "../../text/dates.ts";

const read = (text: string) => findDates(text).map(({ year, month, day }) => [year, month, day]);

describe("findDates", () => {
  it("reads one day in every usual spelling", () => {
    for (const text of ["2021-03-05", "3/5/2021", "03/05/21", "March 5, 2021", "5 March 2021", "Mar. 5th 2021", "5.3.2021"]) {
      expect(read(text), text).toEqual([[2021, 3, 5]]);
    }
  });

  it("reads the month second where it cannot be first", () => {
    expect(read("13/5/2021")).toEqual([[2021, 5, 13]]);
  });

  it("reads parts of dates", () => {
    expect(read("in March")).toEqual([[undefined, 3, undefined]]);
    expect(read("on 3/5")).toEqual([[undefined, 3, 5]]);
    expect(read("from 2019-2021")).toEqual([
      [2019, undefined, undefined],
      [2021, undefined, undefined],
    ]);
  });

  it("takes neither a blood pressure, a score nor the words may and march for dates", () => {
    expect(read("120/80, 5/5 strength, you may 5 times, a march")).toEqual([]);
  });

  it("makes no date of a month or day that does not exist", () => {
    expect(read("45/45/2021 and 2021-13-45")).toEqual([]);
  });
});

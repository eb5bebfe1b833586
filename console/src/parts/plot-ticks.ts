import type uPlot from 'uplot';

/** Returns the texts of a time axis: the time of the day, with the date below where a day begins. */
export function timeTexts(zone: 'local' | 'utc'): uPlot.Axis.DynamicValues {
  const options = zone === 'utc' ? { timeZone: 'UTC' } : {};
  const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...options });
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', ...options });
  return (_plot, splits) =>
    splits.map((at) => {
      const time = clock.format(at * 1000);
      return time === '00:00' ? day.format(at * 1000) : time;
    });
}

/** Steps of a logarithmic axis: 1, 3, 10, 30, … within its range. */
export function logarithmicTicks(_plot: uPlot, _axis: number, min: number, max: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.ceil(Math.log10(max)); power += 1)
    for (const factor of [1, 3]) ticks.push(factor * 10 ** power);
  const inside = ticks.filter((tick) => tick >= min && tick <= max);
  // Where there are many, every second one is enough.
  return inside.length > MANY ? inside.filter((tick) => Number.isInteger(Math.log10(tick))) : inside;
}

const MANY = 6;

package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * A part of a sweep's runs: each N-th one, so that parts are of like size where the last varied
 * setting decides how long a run takes.
 *
 * @param index which part, from 1
 * @param count how many parts there are
 */
public record Shard(int index, int count) {
  private static final Pattern TEXT = Pattern.compile("(\\d{1,6})/(\\d{1,6})");

  /** Refuses a part that cannot be. */
  public Shard {
    if (index < 1 || index > count) {
      throw new UserInputException(
          "%s/%s is no part; write 1/%s to %s/%s"
              .formatted(index, count, Math.max(1, count), Math.max(1, count), Math.max(1, count)));
    }
  }

  /**
   * Reads a shard from a text such as {@code 2/8}.
   *
   * @throws UserInputException saying what is accepted
   */
  public static Shard parse(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    if (!parts.matches()) {
      throw new UserInputException(text + ": write I/N, such as 2/8 for the second of eight parts");
    }
    return new Shard(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2)));
  }

  /** Its part of a list, in order; the parts of all shards are the list. */
  public <T> List<T> of(List<T> all) {
    return IntStream.range(0, all.size())
        .filter(i -> i % count == index - 1)
        .mapToObj(all::get)
        .toList();
  }

  @Override
  public String toString() {
    return index + "/" + count;
  }
}

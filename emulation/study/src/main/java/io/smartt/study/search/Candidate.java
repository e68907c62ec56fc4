package io.smartt.study.search;

import module java.base;

/**
 * Settings to try.
 *
 * @param number from 1 in the order of the draws; 0 is the default
 * @param point the varied settings, by key
 */
public record Candidate(int number, Map<String, String> point) {
  /** The candidate of which the profile and the fixed settings say everything, nothing varied. */
  public static final Candidate DEFAULT = new Candidate(0, Map.of());

  /** Copies the map, whose order counts. */
  public Candidate {
    point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
  }
}

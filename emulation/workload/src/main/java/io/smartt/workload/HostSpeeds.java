package io.smartt.workload;

import module java.base;

/**
 * The speeds at which hosts compute over time. A host at a quarter of its speed takes four times as
 * long for the same work. Immutable.
 */
public record HostSpeeds(Map<Integer, Course> byHost) {
  /** The speeds of hosts that all keep their own speed, always. */
  public static final HostSpeeds OWN = new HostSpeeds(Map.of());

  /**
   * A host's speed for a time.
   *
   * @param host its index
   * @param share of its own speed, above 0
   * @param fromPs from when
   * @param toPs until when; {@link Long#MAX_VALUE} for good
   */
  public record Span(int host, double share, long fromPs, long toPs) {
    /** Checks the numbers. */
    public Span {
      if (share <= 0 || fromPs < 0 || toPs <= fromPs) {
        throw new IllegalArgumentException(
            "host " + host + " at " + share + " from " + fromPs + " to " + toPs + " ps");
      }
    }
  }

  /** The speed of a host from each instant until the next. */
  private static final class Course {
    private final long[] fromPs;
    private final double[] speed;

    Course(long[] fromPs, double[] speed) {
      this.fromPs = fromPs;
      this.speed = speed;
    }
  }

  /** Speeds of hosts; where several hold for one it has the lowest of them. */
  public static HostSpeeds of(List<Span> spans) {
    Map<Integer, Course> courses = new HashMap<>();
    spans.stream()
        .map(Span::host)
        .distinct()
        .forEach(host ->
            courses.put(host, course(spans.stream().filter(span -> span.host == host).toList())));
    return courses.isEmpty() ? OWN : new HostSpeeds(Map.copyOf(courses));
  }

  private static Course course(List<Span> spans) {
    TreeSet<Long> changes = new TreeSet<>();
    changes.add(0L);
    for (Span span : spans) {
      changes.add(span.fromPs);
      changes.add(span.toPs);
    }
    changes.remove(Long.MAX_VALUE);
    long[] fromPs = changes.stream().mapToLong(Long::longValue).toArray();
    double[] speed = new double[fromPs.length];
    for (int i = 0; i < speed.length; i++) {
      long atPs = fromPs[i];
      speed[i] =
          spans.stream()
              .filter(span -> span.fromPs <= atPs && atPs < span.toPs)
              .mapToDouble(Span::share)
              .min()
              .orElse(1);
    }
    return new Course(fromPs, speed);
  }

  /**
   * Returns when a host has done a work.
   *
   * @param host its index
   * @param startPs when it begins
   * @param workPs how long it takes at the host's own speed
   */
  public long donePs(int host, long startPs, long workPs) {
    Course course = byHost.get(host);
    if (course == null) {
      return startPs + workPs;
    }
    int last = course.fromPs.length - 1;
    int i = last;
    while (course.fromPs[i] > startPs) {
      i--;
    }
    double leftPs = workPs;
    long nowPs = startPs;
    while (i < last) {
      double donePs = (course.fromPs[i + 1] - nowPs) * course.speed[i];
      if (donePs >= leftPs) {
        break;
      }
      leftPs -= donePs;
      nowPs = course.fromPs[++i];
    }
    return nowPs + Math.round(leftPs / course.speed[i]);
  }
}

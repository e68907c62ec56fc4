package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.failure.RunFailedException;
import io.smartt.host.packetio.NetworkNamespace;

/**
 * The result of sending packets to another machine and back.
 *
 * @param rttNs of those that came back, sorted
 * @param said by the system where none did
 */
record WayMeasurement(int sent, List<Long> rttNs, String said) {
  private static final Pattern TIME = Pattern.compile(" time=([0-9.]+) ms");
  private static final String NEEDED = "'ping' of iputils and 'nsenter' of util-linux are needed: ";
  private static final int HEADERS = 28;
  private static final double NS_PER_MS = 1e6;

  WayMeasurement {
    rttNs = rttNs.stream().sorted().toList();
  }

  /**
   * Asks the kernel behind a tunnel with iputils' {@code ping}, whose stamps are the kernel's.
   * Packets are not to be fragmented.
   *
   * @param bytes of the IP packet
   */
  static WayMeasurement ping(NetworkNamespace from, String to, int packets, int bytes) {
    String options =
        "ping -n -M do -i 0.01 -W 1 -c %d -s %d %s"
            .formatted(packets, Math.max(0, bytes - HEADERS), to);
    List<String> command = new ArrayList<>(List.of("nsenter", "--net=" + from.file()));
    command.addAll(List.of(options.split(" ", -1)));
    try {
      EndedProgram ping = EndedProgram.of(command, List.of(), "packets were waited for");
      // ping's own are 0 to 2; nsenter's say that there is no ping.
      if (ping.status() > 2) {
        throw new RunFailedException(NEEDED + words(ping.said()));
      }
      List<Long> times =
          ping.said()
              .lines()
              .map(TIME::matcher)
              .filter(Matcher::find)
              .map(time -> Math.round(Double.parseDouble(time.group(1)) * NS_PER_MS))
              .toList();
      return new WayMeasurement(packets, times, times.isEmpty() ? words(ping.said()) : "");
    } catch (IOException e) {
      throw new RunFailedException(NEEDED + e.getMessage(), e);
    }
  }

  private static String words(String out) {
    return out.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("PING") && !line.startsWith("---"))
        .distinct()
        .limit(2)
        .collect(Collectors.joining("; "));
  }

  /** Nanoseconds one way: half of the median there and back. */
  long oneWayNs() {
    return rttNs.get(rttNs.size() / 2) / 2;
  }
}

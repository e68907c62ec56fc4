package io.smartt.emulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SampleMirror}. */
@Timeout(60)
class SampleMirrorTest {
  /** Who applies each change to what it had has at each time what one has who comes then. */
  @Test
  void changesAddUpToWhatIsThere() {
    SplittableRandom random = new SplittableRandom(7);
    SampleRecorder flows = new SampleRecorder(new SampleResolution(100, 1_000, 4_000, false));
    SampleRecorder network = new SampleRecorder(new SampleResolution(100, 1_000, 400_000, false));
    List<SampleSeries> open = new ArrayList<>();
    SampleMirror mirror = new SampleMirror();
    Map<String, List<String>> page = new HashMap<>();
    Map<String, Long> widths = new HashMap<>();
    long nowPs = 0;
    int resent = 0;
    for (int step = 0; step < 400; step++) {
      if (step % 10 == 0) {
        SampleSubject flow = new SampleSubject.Flow(step);
        open.add(flows.open(Metric.CWND, flow));
        open.add(flows.open(Metric.GOODPUT, flow));
        open.add(network.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue("s", step, 0)));
      }
      for (int i = 0; i < 50; i++) {
        nowPs += random.nextLong(200);
        SampleSeries series = open.get(random.nextInt(open.size()));
        if (series.metric() == Metric.GOODPUT) {
          series.add(nowPs, random.nextInt(1_000));
        } else {
          series.record(nowPs, random.nextInt(3) * 1_000L);
        }
      }
      if (random.nextInt(3) == 0) {
        mirror.begin();
        mirror.copy(flows);
        mirror.copy(network);
        List<Integer> beginnings = new ArrayList<>();
        mirror.show((series, from) -> {
          beginnings.add(from);
          String name = series.metric() + " " + series.subject();
          List<String> bins = page.computeIfAbsent(name, _ -> new ArrayList<>());
          if (from > 0) {
            assertThat(series.widthPs()).isEqualTo(widths.get(name));
          }
          widths.put(name, series.widthPs());
          bins.subList(from, bins.size()).clear();
          for (int bin = from; bin < series.size(); bin++) {
            bins.add(text(series, bin));
          }
        });
        resent += (int) beginnings.stream().filter(from -> from == 0).count();
        for (SampleSeries series : mirror.shown().series()) {
          List<String> bins =
              page.getOrDefault(series.metric() + " " + series.subject(), List.of());
          assertThat(bins).hasSize(series.size());
          for (int bin = 0; bin < series.size(); bin++) {
            assertThat(bins.get(bin)).isEqualTo(text(series, bin));
          }
        }
      }
    }
    // Series were thinned for the sake of others, and some found no room.
    assertThat(mirror.shown().leftOff()).isEqualTo(flows.leftOff());
    assertThat(widths.values()).anyMatch(width -> width > 100);
    // But most changes were of the last bins.
    assertThat(resent).isLessThan(60 * open.size());
  }

  private static String text(SampleSeries series, int bin) {
    return series.isEmpty(bin)
        ? "nothing"
        : series.startPs(bin) + " " + series.mean(bin) + " " + series.largest(bin);
  }

  /** What is copied is the recorder's, bin by bin. */
  @Test
  void aCopyIsTheOriginal() {
    SampleRecorder recorder = new SampleRecorder();
    SampleSeries series = recorder.open(Metric.RTT, new SampleSubject.Flow(1));
    SampleMirror mirror = new SampleMirror();
    for (int i = 0; i < 3_000; i++) {
      series.record(i * 70_000L, 1_000_000L + i);
      if (i % 97 == 0) {
        mirror.begin();
        mirror.copy(recorder);
      }
    }
    mirror.begin();
    mirror.copy(recorder);
    mirror.show((_, from) -> assertThat(from).isZero());

    SampleSeries copy = mirror.shown().series().getFirst();
    SampleSeries thinned = series.thinned(600);
    assertThat(copy.size()).isEqualTo(thinned.size()).isGreaterThan(300);
    for (int bin = 0; bin < copy.size(); bin++) {
      assertThat(text(copy, bin)).isEqualTo(text(thinned, bin));
    }
  }
}

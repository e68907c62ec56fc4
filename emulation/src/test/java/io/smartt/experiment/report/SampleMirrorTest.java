package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.SampleRecorder.SampleResolution;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import java.io.IOException;
import java.io.StringWriter;
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
    SampleRecorder flows = new SampleRecorder(resolution(4_000));
    SampleRecorder network = new SampleRecorder(resolution(400_000));
    List<SampleSeries> open = new ArrayList<>();
    SampleMirror mirror = new SampleMirror();
    SampleView view = new SampleView(mirror, SeriesChoice.ALL);
    List<String> names = new ArrayList<>();
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
        mirror.copy(flows, List.of(SeriesChoice.ALL));
        mirror.copy(network, List.of(SeriesChoice.ALL));
        List<Integer> beginnings = new ArrayList<>();
        view.show(
            new SampleView.Changes() {
              @Override
              public void all(SampleSeries series) {
                take(series, 0);
              }

              @Override
              public void bins(int number, SampleSeries series, int from) {
                assertThat(names.get(number)).isEqualTo(name(series));
                assertThat(series.widthPs()).isEqualTo(widths.get(name(series)));
                take(series, from);
              }

              private void take(SampleSeries series, int from) {
                beginnings.add(from);
                if (!names.contains(name(series))) {
                  names.add(name(series));
                }
                List<String> bins = page.computeIfAbsent(name(series), _ -> new ArrayList<>());
                widths.put(name(series), series.widthPs());
                bins.subList(from, bins.size()).clear();
                for (int bin = from; bin < series.size(); bin++) {
                  bins.add(text(series, bin));
                }
              }
            });
        resent += (int) beginnings.stream().filter(from -> from == 0).count();
        for (SampleSeries series : view.shown().series()) {
          List<String> bins = page.getOrDefault(name(series), List.of());
          assertThat(bins).hasSize(series.size());
          for (int bin = 0; bin < series.size(); bin++) {
            assertThat(bins.get(bin)).isEqualTo(text(series, bin));
          }
        }
      }
    }
    // Series were thinned for the sake of others, and some found no room.
    assertThat(view.shown().leftOff()).isEqualTo(flows.leftOff());
    assertThat(widths.values()).anyMatch(width -> width > 100);
    // But most changes were of the last bins.
    assertThat(resent).isLessThan(60 * open.size());
  }

  private static String name(SampleSeries series) {
    return series.metric() + " " + series.subject();
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
        mirror.copy(recorder, List.of(SeriesChoice.ALL));
      }
    }
    mirror.begin();
    mirror.copy(recorder, List.of(SeriesChoice.ALL));
    SampleView view = new SampleView(mirror, SeriesChoice.ALL);
    view.show(
        new SampleView.Changes() {
          @Override
          public void all(SampleSeries whole) {
            assertThat(whole.subject()).isEqualTo(series.subject());
          }

          @Override
          public void bins(int number, SampleSeries known, int from) {
            throw new AssertionError("it was not shown before");
          }
        });

    SampleSeries copy = view.shown().series().getFirst();
    SampleSeries thinned = series.thinned(600);
    assertThat(copy.size()).isEqualTo(thinned.size()).isGreaterThan(300);
    for (int bin = 0; bin < copy.size(); bin++) {
      assertThat(text(copy, bin)).isEqualTo(text(thinned, bin));
    }
  }

  /** Only what somebody looks at is copied; what is chosen is read from the words of a request. */
  @Test
  void whatNobodyLooksAtIsNotCopied() {
    SampleRecorder recorder = new SampleRecorder();
    SampleSubject port = new SampleSubject.Port("leaf1", 3);
    recorder.open(Metric.UTILISATION, port).add(5, 1);
    recorder.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue("leaf1", 3, 1)).record(5, 1_000);
    recorder.open(Metric.CWND, new SampleSubject.Flow(7)).record(5, 1_000);
    recorder.open(Metric.CWND, new SampleSubject.Flow(8)).record(5, 3_000);

    assertThat(shown(recorder, "")).isEmpty();
    assertThat(shown(recorder, "cwnd")).hasSize(2);
    assertThat(shown(recorder, "overall:cwnd")).isEmpty();
    assertThat(shown(recorder, "flow:8,utilisation"))
        .extracting(SampleSeries::subject)
        .containsExactly(new SampleSubject.Flow(8), port);
    assertThat(shown(recorder, "port:leaf1:3"))
        .extracting(SampleSeries::metric)
        .containsExactly(Metric.QUEUE_DEPTH, Metric.UTILISATION);
    for (String wrong : List.of("flows", "overall:queue", "flow:x", "port:3", "port:leaf1:")) {
      assertThatThrownBy(() -> SeriesChoice.parse(wrong))
          .isInstanceOf(UserInputException.class)
          .hasMessageContaining("series '" + wrong + "' is no metric");
    }
  }

  private static List<SampleSeries> shown(SampleRecorder recorder, String words) {
    SampleMirror mirror = new SampleMirror();
    SeriesChoice choice = SeriesChoice.parse(words);
    mirror.begin();
    mirror.copy(recorder, List.of(choice));
    return mirror.frozen(SeriesChoice.ALL).series().stream()
        .filter(series -> series.size() > 0 && choice.shows(series))
        .toList();
  }

  /** Sums and quantiles over all flows, brought up to date step by step, are those of the whole. */
  @Test
  void bandsOfAllFlowsAreThoseOfTheSeries() throws IOException {
    SampleRecorder recorder = new SampleRecorder();
    List<SampleSeries> goodput = new ArrayList<>();
    for (int flow = 0; flow < 20; flow++) {
      goodput.add(recorder.open(Metric.GOODPUT, new SampleSubject.Flow(flow)));
    }
    SampleMirror mirror = new SampleMirror();
    SeriesChoice choice = SeriesChoice.parse("overall:goodput");
    SampleView view = new SampleView(mirror, choice);
    String shown = "";
    for (int step = 1; step <= 3_000; step++) {
      for (int flow = 0; flow < goodput.size(); flow++) {
        goodput.get(flow).add(step * 1_000_000L, (flow + 1) * 1_000L);
      }
      if (step % 100 == 0) {
        mirror.begin();
        mirror.copy(recorder, List.of(choice));
        view.show(NO_CHANGES);
        shown = json(view.overall());
      }
    }
    assertThat(shown).isEqualTo(json(SampleView.overall(recorder.samples(), choice)));
    JsonNode goodputs = new ObjectMapper().readTree(shown);
    int frames = goodputs.required("total").size();
    assertThat(frames).isBetween(64, 128);
    // 1,000 to 20,000 bytes a microsecond; a frame has some more or less than its share.
    double slowest = goodputs.required("bands").get(0).get(frames / 2).asDouble();
    assertThat(slowest).isCloseTo(8e9, withinPercentage(10));
    assertThat(goodputs.required("bands").get(2).get(frames / 2).asDouble())
        .isCloseTo(10 * slowest, withinPercentage(10));
    assertThat(goodputs.required("bands").get(4).get(frames / 2).asDouble())
        .isCloseTo(20 * slowest, withinPercentage(10));
    assertThat(goodputs.required("total").get(frames / 2).asDouble())
        .isCloseTo(210 * slowest, withinPercentage(10));
  }

  private static final SampleView.Changes NO_CHANGES =
      new SampleView.Changes() {
        @Override
        public void all(SampleSeries series) {
          throw new AssertionError("nobody looks at it");
        }

        @Override
        public void bins(int number, SampleSeries series, int from) {
          throw new AssertionError("nobody looks at it");
        }
      };

  private static String json(List<FlowBands> bands) throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      for (FlowBands one : bands) {
        one.write(json);
      }
    }
    return out.toString();
  }

  private static SampleResolution resolution(int bins) {
    return new SampleResolution(100, 1_000, bins, false, bins / SampleRecorder.MIN_BINS);
  }
}

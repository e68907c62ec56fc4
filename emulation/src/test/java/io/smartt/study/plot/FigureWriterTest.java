package io.smartt.study.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import io.smartt.needs.Needs;
import io.smartt.study.plot.Panel.Axis;
import io.smartt.study.plot.Panel.Curve;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.w3c.dom.Element;

@Execution(ExecutionMode.SAME_THREAD)
class FigureWriterTest {
  private static final int BLACK = 0;
  private static final int BLUE = 0x0072B2;
  private static final int VERMILION = 0xD55E00;

  @TempDir private Path folder;

  private static long pixels(BufferedImage image, int colour) {
    long count = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        if ((image.getRGB(x, y) & 0xFFFFFF) == colour) {
          count++;
        }
      }
    }
    return count;
  }

  @Test
  void writesEveryKindOfPanelAsPngAndSvgWithoutADisplay() throws Exception {
    Panel lines =
        new Panel.Lines(
            "CDF",
            "time (us)",
            "share",
            Axis.LINEAR,
            Axis.LINEAR,
            List.of(Curve.cumulative("a", 1, 2, 3), Curve.cumulative("b", 2, 3, 4)));
    Panel boxes = new Panel.Boxes("boxes", "time (us)", Map.of("a", new double[] {1, 2, 3, 9}));
    Panel bars =
        new Panel.Bars("bars", "k", "ratio", List.of("4", "8"), Map.of("a", List.of(1.5, 2.0)));

    FigureWriter.write(folder, "figure", List.of(lines, boxes, bars, new Panel.Empty("e", "why")));

    BufferedImage png = ImageIO.read(folder.resolve("figure.png").toFile());
    assertThat(png.getWidth()).isEqualTo(2 * 2 * 560);
    assertThat(png.getHeight()).isEqualTo(2 * 2 * 400);
    BufferedImage first = png.getSubimage(0, 0, 1120, 800);
    assertThat(pixels(first, BLUE)).isGreaterThan(500);
    assertThat(pixels(first, VERMILION)).isGreaterThan(300);
    assertThat(pixels(png.getSubimage(0, 800, 1120, 800), BLUE)).isGreaterThan(20_000);
    assertThat(pixels(png.getSubimage(1120, 800, 1120, 800), BLUE)).isZero();
    DocumentBuilderFactory parsers = DocumentBuilderFactory.newInstance();
    // The file names the DTD of SVG, which is on the network.
    parsers.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    Element svg =
        parsers
            .newDocumentBuilder()
            .parse(folder.resolve("figure.svg").toFile())
            .getDocumentElement();
    assertThat(svg.getTagName()).isEqualTo("svg");
    assertThat(svg.getElementsByTagName("line").getLength()).isGreaterThan(10);
  }

  @Test
  void aTableHasMeansWithIntervalsAndNoCellForWhatDidNotEnd() throws IOException {
    List<Panel.Sample> good = List.of(Panel.Sample.of(0, 10, 12), Panel.Sample.of(1, 4));
    List<Panel.Sample> bad = List.of(Panel.Sample.of(0, 110, 112));
    FigureWriter.write(
        folder,
        "table",
        List.of(
            new Panel.Samples(
                "t",
                "what fails",
                List.of("nothing", "a spine"),
                new TreeMap<>(Map.of("good", good, "bad", bad)))));

    String svg = Files.readString(folder.resolve("table.svg"));
    // Half widths by Student's t with one degree of freedom: 12.706 times 1.
    assertThat(texts(svg))
        .contains("what fails", "nothing", "a spine", "good", "bad")
        .contains("11.0 ± 12.7", "111 ± 12.7", "4.00")
        .filteredOn(text -> text.matches("[0-9].*"))
        .as("three cells of four")
        .hasSize(3);
    assertThat(svg).as("a cell of ten times the best").contains("rgb(255,159,0)");
  }

  /** The other cell's interval reaches down to 14.1 and to 34.1, the best one's up to 23.7. */
  @Test
  void whatIsNotShownToBeBehindTheBestIsBold() throws IOException {
    List<Panel.Sample> best = List.of(Panel.Sample.of(0, 10, 12), Panel.Sample.of(1, 4));
    FigureWriter.write(folder, "near", List.of(column(best, 20, 21)));
    FigureWriter.write(folder, "far", List.of(column(best, 40, 41)));
    assertThat(bold("near")).containsExactlyInAnyOrder("11.0 ± 12.7", "4.00", "20.5 ± 6.35");
    assertThat(bold("far")).containsExactlyInAnyOrder("11.0 ± 12.7", "4.00");
  }

  private static Panel column(List<Panel.Sample> best, double... other) {
    return new Panel.Samples(
        "t",
        "",
        List.of("a", "b"),
        Map.of("best", best, "other", List.of(Panel.Sample.of(0, other))));
  }

  private static List<String> texts(String svg) {
    return Pattern.compile("<text[^>]*>([^<]*)</text")
        .matcher(svg)
        .results()
        .map(found -> found.group(1).strip())
        .toList();
  }

  /** Texts whose own weight is bold; titles have that of their group. */
  private List<String> bold(String name) throws IOException {
    String svg = Files.readString(folder.resolve(name + ".svg"));
    return Pattern.compile("<text[^>]*font-weight=.bold.[^>]*>([^<]*)</text")
        .matcher(svg)
        .results()
        .map(found -> found.group(1).strip())
        .toList();
  }

  @Test
  void powersOfTwoHaveLabelsBelowOneToo() {
    assertThat(DoubleStream.of(-3, -1, 0, 10).mapToObj(Charts::powerOfTwo))
        .containsExactly("0.125", "0.5", "1", "1,024");
    assertThat(DoubleStream.of(-2.5, 0.5).mapToObj(Charts::powerOfTwo)).containsExactly("", "");
    assertThat(Charts.powerOfTwo(Math.log(3) / Math.log(2))).isEqualTo("3");
  }

  private BufferedImage bars(List<String> groups) throws IOException {
    List<Double> values = groups.stream().map(group -> 1_000.0).toList();
    FigureWriter.write(
        folder, "bars", List.of(new Panel.Bars("b", "k", "packets", groups, Map.of("a", values))));
    return ImageIO.read(folder.resolve("bars.png").toFile());
  }

  @Test
  void everyGroupOfBarsHasItsName() throws IOException {
    List<String> groups = List.of("a", "b", "c", "d", "e", "f", "g", "h");
    long black = pixels(bars(groups), BLACK);

    for (String group : groups) {
      List<String> changed = groups.stream().map(each -> each.equals(group) ? "W" : each).toList();
      assertThat(pixels(bars(changed), BLACK)).as(group).isNotEqualTo(black);
    }
  }

  /** In a mount namespace of its own, in which the machine's fonts and fontconfig are hidden. */
  @Test
  @Tag("netns")
  @Needs(
      kind = "netns",
      value = {Machine.ROOT, "unshare", "mount"})
  void aMachineWithoutFontsHasTextInItsFigures() throws Exception {
    String hidden =
        """
        for folder in /usr/share/fonts /usr/local/share/fonts /etc/fonts /var/cache/fontconfig; do
          [ ! -d $folder ] || mount -t tmpfs none $folder
        done
        for library in /usr/lib/*/libfontconfig.so* /usr/lib64/libfontconfig.so*; do
          [ ! -e $library ] || mount --bind /dev/null $library
        done
        exec "$@"
        """;
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process drawing =
        new ProcessBuilder(
                "unshare",
                "--mount",
                "sh",
                "-euc",
                hidden,
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
                Drawing.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(drawing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(drawing.waitFor()).as(said).isZero();
    BufferedImage png = ImageIO.read(folder.resolve("figure.png").toFile());
    // The title's letters are the only black in a panel without curves.
    assertThat(pixels(png, BLACK)).isGreaterThan(100);
  }

  /** A program that draws one figure. */
  static final class Drawing {
    private Drawing() {}

    public static void main(String[] arguments) {
      FigureWriter.write(
          Path.of(arguments[0]), "figure", List.of(new Panel.Empty("Nothing", "to draw")));
    }
  }
}

package io.smartt.emulation.paper;

import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The declared figures. Figures 2 (a block diagram) and 4 (a worked example of when ECN and delay
 * are seen) hold no results and have none.
 */
public final class PaperLibrary {
  private static final List<Integer> NUMBERS =
      List.of(1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17);

  private PaperLibrary() {}

  /** All, in the paper's order. */
  public static List<PaperFigure> all(Scale scale) {
    return NUMBERS.stream().map(number -> load(number, scale)).toList();
  }

  /** One by its number in the paper. */
  public static PaperFigure figure(int number, Scale scale) {
    if (!NUMBERS.contains(number)) {
      throw new UserInputException(
          "no figure "
              + number
              + " holds results; there are "
              + NUMBERS.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    return load(number, scale);
  }

  private static PaperFigure load(int number, Scale scale) {
    String file = String.format("fig%02d.yaml", number);
    try (InputStream in = PaperLibrary.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("figures are not packed: no " + file);
      }
      return FigureReader.read(file, new String(in.readAllBytes(), StandardCharsets.UTF_8), scale);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.paper.PaperFigure.Scale;

/** The declared figures. Figure 2, a block diagram, holds no results and has none. */
public final class PaperLibrary {
  private static final List<String> IDS =
      List.of(
          "1", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17",
          "text");

  private PaperLibrary() {}

  /** Returns every figure, in the paper's order. */
  public static List<PaperFigure> all(Scale scale) {
    return IDS.stream().map(id -> load(id, scale)).toList();
  }

  /** One by its number in the paper, or {@code text}. */
  public static PaperFigure figure(String id, Scale scale) {
    if (!IDS.contains(id)) {
      throw new UserInputException(
          "no figure " + id + " holds results; there are " + String.join(", ", IDS));
    }
    return load(id, scale);
  }

  /**
   * A user's own figure.
   *
   * @param catalog of the settings that there are
   * @throws UserInputException naming file and line of what is wrong
   */
  public static PaperFigure own(Path file, Scale scale, SettingsCatalog catalog) {
    return FigureReader.read(file.toString(), InputSources.read("figure", file), scale, catalog);
  }

  private static PaperFigure load(String id, Scale scale) {
    String file =
        id.equals("text") ? "text.yaml" : String.format("fig%02d.yaml", Integer.valueOf(id));
    return PackedText.find(PaperLibrary.class, file)
        .map(text -> FigureReader.read(file, text, scale))
        .orElseThrow(() -> new IllegalStateException("figures are not packed: no " + file));
  }
}

package io.smartt.host.congestion;

import module java.base;

import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.settings.SettingsValues;

/**
 * Description of a congestion control that users choose by name: its settings, its factory, and
 * what it asks of receivers, switches and other settings. Command line, profiles, schema, docs and
 * property tests follow from it.
 *
 * @param name as users write it
 * @param summary one line for the docs: the publication that it follows
 * @param settings groups that it reads
 * @param window bounds of its window with default settings
 * @param factory from the settings of a run to the scheme; throws {@link IllegalArgumentException}
 *     with a message for users if they contradict each other
 * @param receiver what receiving hosts do for it besides acknowledging; empty if nothing
 * @param implied other settings that it changes where the user is silent
 * @param lossless whether it needs priority flow control (PFC)
 * @param marking RED thresholds that it asks of switches; empty if the queue's own hold
 * @param signals names of the fields that it reads of {@link io.smartt.host.signals.Signals}
 */
public record CongestionControl(
    String name,
    String summary,
    List<SettingsGroup<?>> settings,
    WindowLimits window,
    Function<CongestionContext, CongestionScheme> factory,
    Optional<Function<CongestionContext, ReceiverSide>> receiver,
    Implied implied,
    boolean lossless,
    Optional<Function<SettingsValues, RedMarking>> marking,
    List<String> signals) {

  /** Settings that a congestion control changes where the user is silent. */
  @FunctionalInterface
  public interface Implied {
    /**
     * Texts of values by name of the setting.
     *
     * @param constants where constants are from
     * @param trims whether switches trim
     */
    Map<String, String> settings(ConstantsOrigin constants, boolean trims);
  }

  /** Copies the lists. */
  public CongestionControl {
    settings = List.copyOf(settings);
    signals = List.copyOf(signals);
  }

  /** A congestion control that reads no signals. */
  public CongestionControl(
      String name,
      String summary,
      List<SettingsGroup<?>> settings,
      WindowLimits window,
      Function<CongestionContext, CongestionScheme> factory,
      Optional<Function<CongestionContext, ReceiverSide>> receiver,
      Implied implied,
      boolean lossless,
      Optional<Function<SettingsValues, RedMarking>> marking) {
    this(name, summary, settings, window, factory, receiver, implied, lossless, marking, List.of());
  }

  /** A congestion control that asks nothing of receivers, switches and other settings. */
  public static CongestionControl of(
      String name,
      String summary,
      List<SettingsGroup<?>> settings,
      WindowLimits window,
      Function<CongestionContext, CongestionScheme> factory) {
    return new CongestionControl(
        name,
        summary,
        settings,
        window,
        factory,
        Optional.empty(),
        (constants, trims) -> Map.of(),
        false,
        Optional.empty());
  }

  /** Adds what receiving hosts do. */
  public CongestionControl withReceiver(Function<CongestionContext, ReceiverSide> side) {
    return with(Optional.of(side), implied, lossless, marking, signals);
  }

  /** Adds settings that this one changes where the user is silent. */
  public CongestionControl withImplied(Implied others) {
    Implied before = implied;
    Implied both =
        (constants, trims) -> {
          Map<String, String> all = new HashMap<>(before.settings(constants, trims));
          all.putAll(others.settings(constants, trims));
          return Map.copyOf(all);
        };
    return with(receiver, both, lossless, marking, signals);
  }

  /** Asks for {@link CongestionController#onHostDelay}. */
  public CongestionControl withHostDelay() {
    return withImplied((constants, trims) -> Map.of("transport.service-time", "true"));
  }

  /** Adds the need of priority flow control, with RED thresholds of its own. */
  public CongestionControl withPfc(Function<SettingsValues, RedMarking> thresholds) {
    return with(receiver, implied, true, Optional.of(thresholds), signals);
  }

  /** Adds signals by name, each of which it needs: a run whose packets lack one is refused. */
  public CongestionControl withSignals(String... fields) {
    return with(receiver, implied, lossless, marking, List.of(fields));
  }

  private CongestionControl with(
      Optional<Function<CongestionContext, ReceiverSide>> side,
      Implied others,
      boolean pfc,
      Optional<Function<SettingsValues, RedMarking>> thresholds,
      List<String> fields) {
    return new CongestionControl(
        name, summary, settings, window, factory, side, others, pfc, thresholds, fields);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name;
  }
}

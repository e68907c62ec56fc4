package io.smartt.realtime;

import module java.base;

/**
 * A sign of life that a part of a run can be asked for.
 *
 * @param name of the part with its sort, as {@code switch leaf1}
 * @param where its place, for events
 * @param ask returns when the part has answered; throws if it is gone, which others tell
 * @param why it cannot answer at this moment, as somebody knows who sees it held: it is not waited
 *     for then
 */
public record SignOfLife(String name, String where, Runnable ask, Supplier<Optional<String>> why) {}

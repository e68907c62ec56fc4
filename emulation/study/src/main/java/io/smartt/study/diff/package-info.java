/** Runs laid over each other: what differs in what they gave, and in what they were. */
@NullMarked
package io.smartt.study.diff;

import org.jspecify.annotations.NullMarked;

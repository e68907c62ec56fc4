/** The dry fabric: checks and prices an experiment, and runs nothing. */
@NullMarked
package io.smartt.virtual.dry;

import org.jspecify.annotations.NullMarked;

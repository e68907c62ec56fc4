/** The way in which another process finds a running experiment and asks it for something. */
@NullMarked
package io.smartt.experiment.control;

import org.jspecify.annotations.NullMarked;

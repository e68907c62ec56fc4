/** The worth of a congestion control of the user's: properties, costs and standard scenarios. */
@NullMarked
package io.smartt.study.scorecard;

import org.jspecify.annotations.NullMarked;

/** What a congestion control of the user's is worth: properties, costs and standard scenarios. */
@NullMarked
package io.smartt.study.scorecard;

import org.jspecify.annotations.NullMarked;

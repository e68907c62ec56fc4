/** The paper's figures as declarations: what to run, what to draw, and what the text claims. */
@NullMarked
package io.smartt.study.paper;

import org.jspecify.annotations.NullMarked;

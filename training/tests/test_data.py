"""The data code: what is trained on, and what must not be."""

import random

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
import pytest

from evigraph_training.batches import make_batches
from evigraph_training.bm25 import Bm25
from evigraph_training.boosted import FEATURES, LEAST_LEAF, RATE, SAMPLE, boost
from evigraph_training.curves import draw, read_losses
from evigraph_training.leakage import assert_no_leak, prefix_ids, remove_leaks
from evigraph_training.mine import Candidate, Mix, choose_negative, scaled, twins
from evigraph_training.pairs import Pair, question_pairs, read_pairs, split_questions, title_pairs, write_pairs
from evigraph_training.read_data import Article, Question, read_articles, read_questions
from evigraph_training.select import average_precision
from evigraph_training.sentences import PairOfTexts, calibration_error, fit, fit_pairs, folds_by_article, micro_f1, select


def question(id: str, text: str = "", relevant: tuple[str, ...] = ()) -> Question:
    return Question(id, text, frozenset(relevant))


def article(id: str, words: int) -> Article:
    return Article(id, "", " ".join(["word"] * words))


def test_a_collection_is_read_with_its_judgements_and_articles_without_text_are_left_out(tmp_path):
    (tmp_path / "docs.jsonl").write_text('{"id":"1","title":"A","text":"b c"}\n{"id":"2","title":"","sentences":["D.","E."]}\n{"id":"3","title":"","text":""}\n')
    (tmp_path / "queries.dev.jsonl").write_text('{"id":"q","text":"Which?"}\n{"id":"r","text":"None?"}\n')
    (tmp_path / "qrels.dev.tsv").write_text("query-id\tcorpus-id\tscore\nq\t1\t1\nq\t2\t0\n")
    assert {id: a.text for id, a in read_articles(tmp_path).items()} == {"1": "A b c", "2": "D. E."}
    assert read_questions(tmp_path, "dev") == [question("q", "Which?", ("1",)), question("r", "None?")]


def test_questions_of_a_measured_set_are_kept_out_by_id_by_text_and_by_near_text():
    measured = [question("dev:1", "Which gene is mutated in cystic fibrosis?")]
    training = [
        question("dev:1", "Something else entirely"),
        question("t:2", "WHICH gene is mutated, in cystic fibrosis"),
        question("t:3", "Which gene is mutated in adult cystic fibrosis?"),  # 7 of 8 words in common
        question("t:4", "Which drug lowers potassium?"),
    ]
    kept, gone = remove_leaks(training, measured)
    assert [q.id for q in kept] == ["t:4"]
    assert gone == {"same id": 1, "same text": 1, "near text": 1}
    assert_no_leak(kept, measured)
    with pytest.raises(AssertionError):
        assert_no_leak(training[1:2], measured)


def test_ids_of_two_collections_do_not_collide():
    assert prefix_ids("scifact", [question("1")])[0].id == "scifact:1"


def test_the_split_is_by_question_repeatable_and_in_tenths():
    questions = [question(str(i)) for i in range(100)]
    train, dev = split_questions(questions, seed=3)
    assert (len(train), len(dev)) == (90, 10)
    assert {q.id for q in train} | {q.id for q in dev} == {q.id for q in questions}
    assert split_questions(list(reversed(questions)), seed=3) == (train, dev)
    assert split_questions(questions, seed=4)[1] != dev


def test_bm25_prefers_the_rare_word_and_gives_nothing_for_unknown_ones():
    bm25 = Bm25(["fever and cough", "fever and patiromer", "fever and rash"])
    assert bm25.scores("patiromer fever").argmax() == 1
    assert not bm25.scores("quixotic").any()
    assert bm25.idf("patiromer") > bm25.idf("fever") > 0


def test_scores_are_scaled_within_the_list():
    assert scaled(np.array([2.0, 4.0, 3.0])).tolist() == [0.0, 1.0, 0.5]
    assert scaled(np.array([2.0, 2.0])).tolist() == [1.0, 1.0]


def test_the_mix_weighs_meaning_with_words():
    articles = {"a": Article("a", "", "potassium binder"), "b": Article("b", "", "hip fracture")}
    vectors = {"a": np.array([0.0, 1.0]), "b": np.array([1.0, 0.0])}
    ranked = Mix(articles, vectors).rank("potassium", np.array([1.0, 0.0]))
    # b by meaning alone: 0.7; a by words alone: 0.3.
    assert [(c.id, round(c.mix, 3)) for c in ranked] == [("b", 0.7), ("a", 0.3)]


RANKED = [Candidate(id, 0, cosine, 0) for id, cosine in [("near", 0.79), ("gold", 0.8), ("twin", 0.7), ("long", 0.6), ("fit", 0.5), ("eleventh", 0.4)]]
ARTICLES = {"near": article("near", 10), "gold": article("gold", 10), "twin": article("twin", 10), "long": article("long", 40), "fit": article("fit", 12), "eleventh": article("eleventh", 10)}


def choose(first: int = 3) -> str | None:
    return choose_negative("gold", RANKED, frozenset({"gold", "twin"}), ARTICLES, random.Random(0), first=first)


def test_a_negative_is_no_twins_answer_not_too_near_and_of_like_length():
    # near: .79 > .95 * .8, a likely answer that no one marked; twin: marked for a twin; long: 4 times as long; eleventh: too far down.
    assert choose() == "fit"


def test_no_negative_rather_than_a_doubtful_one():
    assert choose(first=2) is None


def test_the_answers_of_a_twin_question_count_as_the_questions_own():
    questions = [question("a", relevant=("1",)), question("b", relevant=("2",)), question("c", relevant=("3",))]
    vectors = np.array([[1.0, 0.0], [0.9, 0.436], [0.0, 1.0]])
    assert twins(questions, vectors, 0.85) == [{"1", "2"}, {"1", "2"}, {"3"}]


def test_pairs_are_drawn_per_question_and_read_back_as_written(tmp_path):
    questions = [question("q", "Which?", ("gold", "twin", "fit", "absent"))]
    pairs = question_pairs("k", questions, ARTICLES, None, [questions[0].relevant], seed=1, most=2)
    assert len(pairs) == 2 and all(pair.negative is None and pair.positive for pair in pairs)
    write_pairs(tmp_path / "deep" / "pairs.jsonl", pairs)
    assert read_pairs(tmp_path / "deep" / "pairs.jsonl") == pairs


def test_title_pairs_leave_out_what_is_measured_and_what_has_no_title():
    articles = {"1": Article("1", "T", "body"), "2": Article("2", "", "body"), "3": Article("3", "U", "body")}
    assert [pair.positive_id for pair in title_pairs("title", articles, {"3"}, 5, seed=0)] == ["1"]


def pair(kind: str, q: str, positive: str, negative: str | None = None, length: int = 1, relevant: tuple[str, ...] = ()) -> Pair:
    return Pair(kind, q, q, positive, "x" * length, negative, "y" if negative else None, (positive, *relevant))


def test_a_batch_is_of_one_kind_and_holds_a_question_once():
    pairs = [pair("a", f"q{i // 2}", f"d{i}") for i in range(40)] + [pair("b", f"r{i}", f"e{i}") for i in range(9)]
    batches = make_batches(pairs, 4, seed=1)
    assert len(batches) == 12  # 40 / 4 and 9 // 4
    for batch in batches:
        assert len({p.kind for p in batch}) == 1 and len({p.question_id for p in batch}) == 4


def test_no_article_of_a_batch_is_relevant_to_a_neighbours_question():
    shared = [pair("a", f"q{i}", f"d{i}", relevant=("d0",)) for i in range(8)]  # d0 answers all: it may stand with none of them
    for batch in make_batches(shared, 2, seed=1):
        assert "d0" not in {p.positive_id for p in batch}


def test_texts_of_like_length_stand_together_and_the_order_repeats():
    pairs = [pair("a", f"q{i}", f"d{i}", length=1 + i) for i in range(64)]
    batches = make_batches(pairs, 8, seed=5)
    assert all(max(len(p.positive) for p in b) - min(len(p.positive) for p in b) == 7 for b in batches)
    assert make_batches(pairs, 8, seed=5) == batches
    assert make_batches(pairs, 8, seed=6) != batches


def test_average_precision_is_bioasqs():
    # Relevant at ranks 1 and 3 of three relevant: (1/1 + 2/3) / 3.
    assert average_precision(["a", "x", "b"], frozenset("abc")) == pytest.approx((1 + 2 / 3) / 3)
    assert average_precision(["x"], frozenset("a")) == 0
    # Twelve relevant, all of the first ten: divided by ten, not by twelve.
    ids = [str(i) for i in range(12)]
    assert average_precision(ids, frozenset(ids)) == pytest.approx(1)


def sentence_pairs() -> list[PairOfTexts]:
    # Evidence where the first feature is high; the second is noise.
    rng = np.random.default_rng(0)
    pairs = []
    for at in range(60):
        rows = rng.random((6, 2))
        pairs.append(PairOfTexts(f"p{at}", f"a{at // 2}", (rows[:, 0] > 0.7).astype(int), rows))
    return pairs


def test_the_sentence_model_finds_the_feature_that_tells():
    model = fit_pairs(sentence_pairs(), lambda rows, labels: fit(rows, labels, 0.1))
    assert model.weights[0] > 10 * abs(model.weights[1])
    assert model.probabilities(np.array([[0.9, 0.5]]))[0] > 0.9 > 0.1 > model.probabilities(np.array([[0.1, 0.5]]))[0]


def test_the_sentence_models_folds_keep_an_abstract_together():
    pairs = sentence_pairs()
    folds = folds_by_article(pairs, 5, seed=1)
    assert all(folds[at] == folds[at + 1] for at in range(0, 60, 2)) and set(folds) == set(range(5))


def test_selection_takes_at_least_the_best_sentence_and_at_most_four():
    assert select(np.array([0.1, 0.2, 0.05]), 0.5).tolist() == [0, 1, 0]
    assert select(np.array([0.9, 0.8, 0.7, 0.6, 0.55]), 0.5).tolist() == [1, 1, 1, 1, 0]


def test_micro_f1_and_calibration_error_of_hand_made_counts():
    # shared 1 + 1, selected 2 + 1, gold 1 + 2: 2 * 2 / (3 + 3).
    assert micro_f1(np.array([[1, 2, 1], [1, 1, 2]])) == pytest.approx(4 / 6)
    # Two bins: .2 said and 0 seen, .9 said and 1 seen.
    assert calibration_error(np.array([0.2, 0.2, 0.9, 0.9]), np.array([0, 0, 1, 1])) == pytest.approx(0.15)


def test_curves_are_drawn_from_what_the_run_wrote(tmp_path):
    (tmp_path / "loss.csv").write_text("step,train,dev,rate,seconds\n0,,1.0,0,0\n1,0.9,,1,1\n2,0.5,0.6,1,1\n")
    train, dev = read_losses(tmp_path / "loss.csv")
    assert train == [(1, 0.9), (2, pytest.approx(0.7))] and dev == [(0, 1.0), (2, 0.6)]
    drawing = draw(train, dev, "Loss")
    assert drawing.count("<polyline") == 2 and drawing.count("<circle") == 2 and "<title>Loss</title>" in drawing


def test_full_trees_give_what_sklearn_gives_also_where_a_branch_ends_early() -> None:
    rng = np.random.default_rng(7)
    rows = rng.random((300, 4))
    labels = ((rows[:, 0] > 0.5) & (rows[:, 1] > 0.3)).astype(int)
    ours = boost(rows, labels, 4, 30, 1)
    theirs = GradientBoostingClassifier(
        n_estimators=30, max_depth=4, learning_rate=RATE, subsample=SAMPLE, max_features=FEATURES, min_samples_leaf=LEAST_LEAF, random_state=1
    ).fit(rows, labels)  # fmt: skip
    assert any((estimator.tree_.n_leaves < 16) for estimator in theirs.estimators_[:, 0])
    assert np.allclose(ours.probabilities(rows), theirs.predict_proba(rows)[:, 1], atol=1e-9)
    kept = ours.as_json(["a", "b", "c", "d"])
    assert all(len(tree["split"]) == 15 and len(tree["leaf"]) == 16 for tree in kept["trees"])
